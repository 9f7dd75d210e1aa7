/**
 * Tells how high a box is whenever that changes by more than a pixel. The box is measured, not the window: a window that
 * follows what is told changes nothing here, so there is no loop.
 */
export function watchHeight(box: Element, tell: (height: number) => void): () => void {
  let told = 0;
  let frame = 0;
  const measure = () => {
    frame = 0;
    const height = Math.ceil(box.getBoundingClientRect().height);
    if (Math.abs(height - told) <= 1) return;
    told = height;
    tell(height);
  };
  const observer = new ResizeObserver(() => {
    frame ||= requestAnimationFrame(measure);
  });
  observer.observe(box);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
