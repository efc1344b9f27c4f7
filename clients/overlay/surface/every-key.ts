/** Calls for every key, ahead of the page, wherever the focus is: of what is pressed in the overlay only its own root is told. */
export function onEveryKey(root: HTMLElement, handler: (event: KeyboardEvent) => void, signal: AbortSignal): void {
  const options = { capture: true, signal };
  window.addEventListener('keydown', handler, options);
  root.addEventListener('keydown', handler, options);
}
