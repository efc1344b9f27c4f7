/**
 * Keeps the host above everything: native dialogs, popovers and full-screen elements live in the browser's top layer, over any
 * z-index. What is outside a modal dialog or a full-screen element cannot be clicked, so the host moves into the one that was
 * opened last, and back.
 *
 * @param onRaised called when the host stands where it belongs
 */
export function keepOnTop(host: HTMLElement, onRaised: () => void, signal: AbortSignal): void {
  onRaised();
  if (typeof host.showPopover !== 'function') return;
  host.setAttribute('popover', 'manual');
  /** In the order in which they were opened. */
  const modals = new Set<Element>(document.querySelectorAll('dialog[open]'));
  const homeNow = () => {
    for (const layer of modals) if (!layer.isConnected || !layer.matches(':modal, :fullscreen')) modals.delete(layer);
    return [...modals].pop() ?? document.documentElement;
  };
  const raise = () => {
    if (signal.aborted) return;
    const home = homeNow();
    const focused = host.shadowRoot?.activeElement;
    if (host.parentElement !== home) home.append(host);
    else if (host.matches(':popover-open')) host.hidePopover();
    host.showPopover();
    onRaised();
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
  };
  const look = () => {
    if (host.parentElement !== homeNow() || !host.isConnected) raise();
  };
  const onToggle = (event: Event) => {
    const { target } = event;
    const isLayer = target !== host && target instanceof Element && target.matches('[popover], dialog');
    if (isLayer && 'newState' in event && event.newState === 'open') raise();
    else look();
  };
  // A dialog in a shadow root is told of by nothing but the focus that it takes, or a click in it.
  const onEntered = (event: Event) => {
    const entered = event.composedPath().filter((node): node is Element => node instanceof HTMLDialogElement);
    for (const dialog of entered.reverse()) {
      if (modals.has(dialog) || !dialog.matches(':modal')) continue;
      modals.add(dialog);
      dialog.addEventListener('close', look, { once: true, signal });
    }
    look();
  };
  raise();
  window.addEventListener('toggle', onToggle, { capture: true, signal });
  window.addEventListener('close', look, { capture: true, signal });
  for (const type of ['focusin', 'pointerdown']) window.addEventListener(type, onEntered, { capture: true, signal });
  const onFullscreen = () => {
    let full = document.fullscreenElement;
    for (let inner = full; inner; inner = inner.shadowRoot?.fullscreenElement ?? null) full = inner;
    // What is put into these is not shown: over them the host can only be seen.
    if (full && !modals.has(full) && !/^(video|img|canvas|i?frame|object|embed)$/.test(full.localName))
      modals.add(full);
    raise();
  };
  document.addEventListener('fullscreenchange', onFullscreen, { signal });
  // Older browsers tell of no dialog that opens; its attribute does. One that is removed takes the host along.
  const opened = new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      if (type !== 'attributes' || !(target instanceof HTMLDialogElement)) continue;
      modals.delete(target);
      modals.add(target);
    }
    if (!host.isConnected || changes.some(({ type }) => type === 'attributes')) look();
  });
  opened.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] });
  signal.addEventListener('abort', () => opened.disconnect());
}
