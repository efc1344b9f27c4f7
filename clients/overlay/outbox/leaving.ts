/**
 * Asks before the page is left while something is not saved. The browser is told only as long as there is something: a page that
 * listens is not kept for going back.
 *
 * @returns what is to be called when that may have changed
 */
export function guardLeaving(isUnsaved: () => boolean, signal: AbortSignal): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (!isUnsaved()) return;
    event.preventDefault();
    // What older browsers go by.
    event.returnValue = '';
  };
  return () => {
    if (isUnsaved() && !signal.aborted) window.addEventListener('beforeunload', warn, { signal });
    else window.removeEventListener('beforeunload', warn);
  };
}
