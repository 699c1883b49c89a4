/** Lets users filter the table of rules by words and sort it by a column. */
export function filterRules(): void {
  const section = document.querySelector<HTMLElement>("[data-rules]");
  const body = section?.querySelector("tbody");
  if (!section || !body) return;
  const rows = [...body.rows];
  for (const button of section.querySelectorAll<HTMLButtonElement>("button[data-sort]")) {
    button.disabled = false;
    button.addEventListener("click", () => sortBy(button, rows, body));
  }
  const input = section.querySelector<HTMLInputElement>("input");
  const found = section.querySelector<HTMLElement>(".found");
  if (input && found) input.addEventListener("input", filterOf(rows, input, found));
}

function filterOf(rows: readonly HTMLElement[], input: HTMLInputElement, found: HTMLElement): () => void {
  const texts = rows.map((row) => (row.textContent ?? "").toLowerCase());
  return () => {
    const words = wordsOf(input.value);
    let shown = 0;
    rows.forEach((row, i) => {
      row.hidden = !words.every((word) => texts[i].includes(word));
      if (!row.hidden) shown++;
    });
    found.textContent = words.length === 0 ? "" : `${shown} of ${rows.length}`;
  };
}

/** The words of a search, in lower case. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

function sortBy(button: HTMLButtonElement, rows: readonly HTMLTableRowElement[], body: HTMLElement): void {
  const key = button.dataset.sort!;
  const head = button.closest("th")!;
  const isOrder = key === "order";
  // Rule numbers are sorted in ascending order, figures in descending order. A second click reverses the order.
  const usual = isOrder ? "ascending" : "descending";
  const sorted = head.ariaSort === usual ? (isOrder ? "descending" : "ascending") : usual;
  for (const other of head.parentElement!.querySelectorAll("th")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", sorted);
  const sign = sorted === "ascending" ? 1 : -1;
  const value = (row: HTMLElement) => Number(row.dataset[key]);
  body.append(
    ...[...rows].sort(
      (a, b) => sign * (value(a) - value(b)) || Number(a.dataset.order) - Number(b.dataset.order),
    ),
  );
}
