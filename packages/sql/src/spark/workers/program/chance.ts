/** The library's own chance and exponential, bit for bit. */
export const CHANCE = `
# ---- chance

def hashed(key, item):
    z = np.uint32(key) + item.astype(np.uint32) * np.uint32(0x9e3779b9)
    z = (z ^ (z >> np.uint32(16))) * np.uint32(0x21f0aaad)
    z = (z ^ (z >> np.uint32(15))) * np.uint32(0x735a2d97)
    return z ^ (z >> np.uint32(15))

def chance(key, keys):
    """By row: the hash of its key, a whole number of 64 bits."""
    with np.errstate(over="ignore"):
        low = hashed(np.full(len(keys), key, np.uint32), keys & 0xffffffff)
        high = (keys >> 32) & 0xffffffff
        return np.where(high == 0, low, hashed(low, high))

FACTORIALS = [6227020800, 479001600, 39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1]

def exp(given):
    """As the library's own: + - * and floor only, in this order."""
    x = np.clip(given, -708, 709)
    k = np.floor(x * 1.4426950408889634 + 0.5)
    r = x - k * 0.6931471803691238 - k * 1.9082149292705877e-10
    total = 1 / FACTORIALS[0]
    for n in FACTORIALS[1:]:
        total = total * r + 1 / n
    return total * ((k.astype(np.int64) + 1023) << 52).view(np.float64)
`;
