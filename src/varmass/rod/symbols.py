"""The letters of a sliding rod."""

from varmass.model.symbols import coordinate, parameters

η = coordinate("eta", "m", "length of the free part")
ρ, a, l = parameters("rho [kg/m]: mass per length", "a [N m^2]: bending stiffness", "l [m]: length of the rod")
g, α = parameters("g [m/s^2]: gravity", "alpha [rad]: angle of gravity from the axis of the sleeve, outwards")
κ0, m_e = parameters("kappa0 [1/m]: curvature of the rod where nothing bends it", "m_e [kg]: mass at the tip")
c_tip, c_slide = parameters("c_tip [N s/m]: dashpot on the tip", "c_slide [N s/m]: dashpot on the sliding")
μ, v_ε, l_c = parameters(
    "mu: coefficient of friction", "v_eps [m/s]: speed at which it sets in", "l_c [m]: length of contact"
)
b, c_ε = parameters("b [N]: stiffness against stretching", "c_eps [N s]: damping of stretching")
