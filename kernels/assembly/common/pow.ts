/** The host's: its last bits are its own. */
@external("env", "pow")
export declare function pow(x: f64, y: f64): f64;
