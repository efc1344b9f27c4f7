/**
 * Keeps the host above everything: native dialogs, popovers and full-screen elements live in the browser's top layer, over any
 * z-index. What is outside a modal dialog cannot be clicked, so the host moves into the one that is open, and back.
 */
export function keepOnTop(host: HTMLElement, signal: AbortSignal): void {
  if (typeof host.showPopover !== 'function') return;
  host.setAttribute('popover', 'manual');
  const raise = () => {
    if (signal.aborted) return;
    const home = topmostModal() ?? document.documentElement;
    const focused = host.shadowRoot?.activeElement;
    if (host.parentElement !== home) home.append(host);
    else if (host.matches(':popover-open')) host.hidePopover();
    host.showPopover();
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
  };
  const look = () => {
    const home = topmostModal() ?? document.documentElement;
    if (host.parentElement !== home || !host.isConnected) raise();
  };
  const onToggle = (event: Event) => {
    const { target } = event;
    const isLayer = target !== host && target instanceof Element && target.matches('[popover], dialog');
    if (isLayer && 'newState' in event && event.newState === 'open') raise();
    else look();
  };
  raise();
  window.addEventListener('toggle', onToggle, { capture: true, signal });
  window.addEventListener('close', look, { capture: true, signal });
  document.addEventListener('fullscreenchange', raise, { signal });
  // Older browsers tell of no dialog that opens; its attribute does. One that is removed takes the host along.
  const opened = new MutationObserver((changes) => {
    if (!host.isConnected || changes.some(({ type }) => type === 'attributes')) look();
  });
  opened.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] });
  signal.addEventListener('abort', () => opened.disconnect());
}

/** The last one in the document that is open as a modal; frames are worlds of their own. */
function topmostModal(): Element | undefined {
  return [...document.querySelectorAll('dialog[open]')].filter((dialog) => dialog.matches(':modal')).pop();
}
