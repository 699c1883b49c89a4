/** Moves what an element scrolls with the mouse; touch scrolls it natively. */
export function dragToScroll(stage: HTMLElement): void {
  let from: { x: number; y: number; left: number; top: number } | undefined;
  let isMoved = false;
  stage.addEventListener("pointerdown", (event) => {
    isMoved = false;
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop };
  });
  window.addEventListener("pointermove", (event) => {
    if (from === undefined) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.abs(x) + Math.abs(y) > 4) isMoved = true;
    if (!isMoved) return;
    stage.classList.add("moving");
    stage.scrollLeft = from.left - x;
    stage.scrollTop = from.top - y;
  });
  window.addEventListener("pointerup", () => {
    from = undefined;
    stage.classList.remove("moving");
  });
  // A drag that ends on a node is not a click on it.
  stage.addEventListener("click", (event) => isMoved && event.stopPropagation(), { capture: true });
}
