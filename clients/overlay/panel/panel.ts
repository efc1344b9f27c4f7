import { isRecord, toPlainJson } from '../../shared/json.ts';
import { HOST_TAG } from '../../shared/page/host-tag.ts';
import type { PageMessage, PanelMessage } from '../../shared/panel-messages.ts';
import { fingerprint } from '../../shared/rebind/fingerprint/fingerprint.ts';
import type { AppContext, CommentFlow, Panel, UiContext } from '../contracts.ts';
import { isAnnotation } from '../feed/annotation.ts';
import { formatMessage } from '../i18n/messages.ts';
import { describeAnchor } from '../picker/anchor.ts';
import type { Pins } from '../pins/pins.ts';
import { targetRegion } from '../pins/placement.ts';
import { stateOf } from '../pins/state.ts';
import { type RestoreFocus, saveFocus } from '../shadow-host/dialogs.ts';
import { h, listen, storedAddress } from '../shadow-host/elements.ts';
import styles from './panel.css';

/** Time within which the panel's page answers, ms. */
const ANSWER_MS = 20_000;
/** Widest window that the panel covers, CSS pixels, as in `panel.css`. */
const PHONE_MAX_WIDTH = 500;

/**
 * Creates the panel, closed. It is the service's own page in a frame: the page that is commented on
 * cannot read it, and receives only what to point at. Its element has a host of its own, because
 * the overlay's host moves between the layers of the page, and a frame that moves is loaded again.
 *
 * @param closeOthers closes everything else that is open
 */
export function createPanel(
  { config, shadowHost, launcher, badge, language, emit, signal }: AppContext,
  { messages, visitor, login, outline }: UiContext,
  pins: Pins,
  pick: CommentFlow['pick'],
  closeOthers: () => void,
): Panel {
  const { root } = shadowHost;
  const path = `projects/${encodeURIComponent(config.projectId)}`;
  const url = `${config.apiUrl}/panel/${path}`;
  const { origin } = new URL(url);
  let placement = visitor.panel() || 'docked';
  /** Address of the page that the panel knows; empty until it has answered. */
  let toldUrl = '';
  let hasSession = false;
  /** Opened, but not shown because the panel has not answered. */
  let isAwaited = false;
  let hasFailed = false;
  /** Id of the comment that the panel opens once it has a session. */
  let wanted = '';
  let restoreFocus: RestoreFocus = () => {};
  let timer = 0;

  const frame = h('iframe', { title: messages.drawer, allow: 'clipboard-write' });
  const panel = h('aside', { 'aria-label': messages.drawer, hidden: '' }, frame);
  const ownRoot = h('div', { dir: root.dir, lang: language }, panel);
  const host = h(HOST_TAG as 'div', { 'data-svc-asset': 'panel' });
  const shadow = host.attachShadow({ mode: 'open' });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    // The page's library may have a method `remove` that fails without a parent.
    host.replaceWith();
  });

  const send = (message: PageMessage) => frame.contentWindow?.postMessage({ panel: 'pinbound', ...message }, origin);
  const sendPlaces = () => {
    const located = pins.all().filter(({ isLocated }) => isLocated);
    const places = located.map((pin) => `${pin.annotation.id} ${stateOf(pin)} ${pin.candidates.length}`).join();
    if (hasSession) send({ kind: 'places', places });
  };
  const styled = root.getRootNode() as ShadowRoot;
  const update = () => {
    // Pages replace the style sheets of all shadow roots.
    shadow.adoptedStyleSheets = styled.adoptedStyleSheets;
    panel.className = `drawer panel ${placement}`;
    ownRoot.className = root.className;
  };
  const show = (isShown: boolean) => {
    if (isShown !== panel.hidden) return;
    const hadFocus = document.activeElement === host;
    if (isShown) restoreFocus = saveFocus(shadowHost);
    panel.hidden = !isShown;
    update();
    place();
    if (isShown) frame.focus();
    else {
      outline.showElement(null);
      if (hadFocus) restoreFocus(badge);
    }
    emit(isShown ? 'open' : 'close', { panel: 'panel' });
  };
  /**
   * Moves the panel into the layer of the page that the overlay is in: a modal dialog makes inert
   * what is outside of it. Browsers without `moveBefore` would load the frame again.
   */
  const place = () => {
    const { host: overlay } = shadowHost;
    const parent = overlay.parentElement;
    if (!host.isConnected || !host.togglePopover) return;
    if (parent !== host.parentElement) parent?.moveBefore?.(host, null);
    host.popover = 'manual';
    // Above the overlay's.
    for (const isOpen of [false, overlay.matches(':popover-open')]) host.togglePopover(isOpen);
  };
  const leaveLayer = () => {
    const { parentElement } = host;
    const parent = shadowHost.host.parentElement;
    if (parent && parent !== parentElement && parentElement?.closest('body *')) place();
  };
  const setAwaited = (isWaiting: boolean) => {
    isAwaited = isWaiting;
    launcher.setBusy(isWaiting);
  };
  const load = () => {
    if (host.isConnected && !hasFailed) return;
    // They lower the overlay, which has to stay above the page otherwise.
    if (!ownRoot.parentNode) shadowHost.addStyles(styles);
    shadow.append(...[...styled.querySelectorAll('style')].map((style) => style.cloneNode(true)), ownRoot);
    hasFailed = false;
    toldUrl = '';
    // A dialog that the page removed took the panel along.
    panel.hidden = true;
    update();
    frame.src = url;
    timer = window.setTimeout(() => {
      if (toldUrl) return;
      hasFailed = true;
      visitor.savePanel('');
      if (isAwaited) shadowHost.toast(messages.panelFailed);
      setAwaited(false);
    }, ANSWER_MS);
    // Frameworks that hydrate the document accept an element at the end of the body only.
    (shadowHost.host.parentElement === document.body ? document.body : document.documentElement).append(host);
  };
  const openWanted = () => {
    if (!hasSession || !wanted) return;
    send({ kind: 'open', id: wanted });
    wanted = '';
  };

  const onMessage = ({ isTrusted, source, origin: sender, data }: MessageEvent<unknown>) => {
    // A script of the page can create events, but no trusted ones.
    if (!isTrusted || source !== frame.contentWindow || sender !== origin) return;
    if (!isRecord(data) || data.panel !== 'pinbound') return;
    const id = String(data.id);
    const pin = pins.find(id);
    const element = pin?.candidates[Number(data.n ?? 0) % pin.candidates.length] ?? null;
    const point = (isScrolling: boolean) => {
      if (isScrolling && !pin?.visibleButton) element?.scrollIntoView({ block: 'center' });
      outline.showElement(element, '', pin?.element && targetRegion(pin));
    };
    const answer = (anchor: object | null) =>
      send({ kind: 'picked', id, fingerprint: anchor ? toPlainJson(anchor) : '' });
    const kind = data.kind as PanelMessage['kind'];
    if (kind === 'ready') {
      toldUrl = address();
      hasSession = false;
      send({ kind: 'hello', url: toldUrl, language, theme: config.theme, hasToken: config.accessToken !== null });
      if (isAwaited) show(true);
      setAwaited(false);
    } else if (kind === 'token') {
      login.token().then(
        (token) => send({ kind, token: token ?? '' }),
        () => send({ kind, token: '' }),
      );
    } else if (kind === 'session') {
      hasSession = data.isActive === true;
      visitor.savePanel(hasSession ? placement : '');
      sendPlaces();
      openWanted();
    } else if (kind === 'hover') point(false);
    else if (kind === 'point') point(true);
    else if (kind === 'confirm') {
      const { offset, area } = pin?.annotation ?? {};
      answer(element && { ...fingerprint(element), offset, ...(area && { area }) });
    } else if (kind === 'show') {
      if (innerWidth <= PHONE_MAX_WIDTH) show(false);
      point(true);
      pins.reposition();
      pin?.visibleButton?.focus();
    } else if (kind === 'pick') {
      show(false);
      pick(formatMessage(messages.hintRebind, { n: pin?.annotation.number ?? '' })).then((picked) => {
        show(true);
        answer(picked && describeAnchor(picked));
      });
    } else if (kind === 'pins') pins.show(null, readPins(data.pins));
    else if (kind === 'dock') {
      placement = placement === 'docked' ? 'floating' : 'docked';
      if (hasSession) visitor.savePanel(placement);
      update();
    } else if (kind === 'close') show(false);
  };
  listen(signal, window, 'message', onMessage);
  listen(signal, window, 'close toggle', leaveLayer, true);
  if (visitor.panel()) load();

  return {
    get isOpen() {
      return !panel.hidden;
    },
    isForMember: async () => !hasFailed && !!(visitor.panel() || (await login.token().catch(() => null))),
    open(id) {
      // Scripts of the service's own pages could read the frame.
      if (origin === location.origin) return void window.open(`${config.apiUrl}/app/${path}`);
      closeOthers();
      load();
      wanted = id;
      openWanted();
      if (toldUrl) show(true);
      else setAwaited(true);
    },
    close: () => show(false),
    refresh() {
      update();
      sendPlaces();
      if (!toldUrl || toldUrl === address()) return;
      toldUrl = address();
      send({ kind: 'page', url: toldUrl });
    },
  };
}

const address = () => storedAddress() || location.href;

/** Reads the internal comments that the panel sends. */
function readPins(json: unknown) {
  try {
    return (JSON.parse(String(json)) as unknown[]).filter(isAnnotation);
  } catch {
    return [];
  }
}
