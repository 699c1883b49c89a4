/** `rows` without those of `gone`, which are among them, in the same order. */
export function without(rows: Int32Array, gone: Int32Array): Int32Array {
  const kept = new Int32Array(rows.length - gone.length);
  let [n, g] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    if (g < gone.length && rows[i] === gone[g]) g++;
    else kept[n++] = rows[i];
  }
  return kept;
}
