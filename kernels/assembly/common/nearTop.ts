/**
 * Gains below this are less than the greatest one by more than what counts as equal, also after both were divided by the weight of
 * the node, whatever is lost by rounding.
 */
@inline
export function nearTop(topGain: f64, equalGain: f64): f64 {
  return topGain - 2 * equalGain - abs(topGain) * 1e-15;
}
