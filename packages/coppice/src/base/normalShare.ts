import { exp } from "./exp.js";

/**
 * The share of a standard normal distribution at or below z, to about 1e-14 (Hart 1968, in the form of West 2005), with our
 * own `exp`, so that every host gives the same bits.
 */
export function normalShare(z: number): number {
  const distance = z < 0 ? -z : z;
  const tail = distance > 37 ? 0 : tailOf(distance);
  return z > 0 ? 1 - tail : tail;
}

function tailOf(d: number): number {
  const density = exp((-d * d) / 2);
  if (d < 7.07106781186547) {
    let top = 3.52624965998911e-2 * d + 0.700383064443688;
    top = top * d + 6.37396220353165;
    top = top * d + 33.912866078383;
    top = top * d + 112.079291497871;
    top = top * d + 221.213596169931;
    top = top * d + 220.206867912376;
    let bottom = 8.83883476483184e-2 * d + 1.75566716318264;
    bottom = bottom * d + 16.064177579207;
    bottom = bottom * d + 86.7807322029461;
    bottom = bottom * d + 296.564248779674;
    bottom = bottom * d + 637.333633378831;
    bottom = bottom * d + 793.826512519948;
    bottom = bottom * d + 440.413735824752;
    return (density * top) / bottom;
  }
  const fraction = d + 1 / (d + 2 / (d + 3 / (d + 4 / (d + 0.65))));
  return density / fraction / 2.506628274631;
}
