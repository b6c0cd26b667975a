"""python -m varmass."""

from varmass.cli import main

if __name__ == "__main__":
    main()
