/**
 * Asks for confirmation before the page is left while something is unsaved. Listens to
 * `beforeunload` only as long as needed: a page with a listener is not kept in the back/forward
 * cache.
 *
 * @returns a function to call whenever `hasUnsaved` may have changed.
 */
export function guardUnload(hasUnsaved: () => boolean, signal: AbortSignal): () => void {
  const confirmUnload = (event: BeforeUnloadEvent) => {
    if (!hasUnsaved()) return;
    event.preventDefault();
    // Required by Chrome and Edge before 119.
    event.returnValue = '';
  };
  const update = () => {
    if (hasUnsaved() && !signal.aborted) window.addEventListener('beforeunload', confirmUnload);
    else window.removeEventListener('beforeunload', confirmUnload);
  };
  signal.addEventListener('abort', update);
  return update;
}
