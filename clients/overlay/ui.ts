// Every module of the app is used by the user interface too, so the build emits one shared file.
import './app.ts';
import composerStyles from './composer.css';
import type { AppApi, Ui, UiChunks, UiContext } from './contracts.ts';
import { createCommentFlow } from './form/comment-flow.ts';
import { createLogin } from './login.ts';
import { createServiceOutbox } from './outbox/delivery.ts';
import { drafts } from './outbox/draft-store.ts';
import { guardUnload } from './outbox/unload-guard.ts';
import { createPanel } from './panel/panel.ts';
import type { Pins } from './pins/pins.ts';
import type { Emit } from './public-api/events.ts';
import { watchPolicy } from './service/error-messages.ts';
import { type AvailableBounds, createDialogs } from './shadow-host/dialogs.ts';
import { createOutline } from './shadow-host/outline.ts';
import { isNarrow } from './shadow-host/viewport.ts';
import threadStyles from './threads.css';
import { createThreads } from './threads.ts';
import styles from './ui.css';

/** Creates everything that opens; opens nothing yet. */
export function createUi(api: AppApi, chunks: UiChunks, pins: Pins): Ui {
  const { context } = api;
  const { messages } = chunks;
  const { shadowHost, launcher, emit, signal } = context;
  for (const css of [styles, composerStyles, threadStyles]) shadowHost.addStyles(css);
  // Pages that scroll by script, or lock scrolling to one of their elements, must not see these
  // events.
  for (const type of ['wheel', 'touchmove']) {
    shadowHost.host.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
  }
  const availableBounds: AvailableBounds = ({ offsetLeft, width }) => {
    const covered = isNarrow() ? 0 : threads.listWidth();
    const [from, to] = shadowHost.root.dir === 'rtl' ? [covered, innerWidth] : [0, innerWidth - covered];
    return { from: Math.max(from, offsetLeft), to: Math.min(to, offsetLeft + width) };
  };
  const outline = createOutline(shadowHost);
  const hasUnsaved = () => !outbox.isEmpty || drafts.hasAny() || dialogs.hasText;
  const updateGuard = guardUnload(hasUnsaved, signal);
  const emitGuarded: Emit = (type, detail) => {
    updateGuard();
    emit(type, detail);
  };
  const dialogs = createDialogs(
    shadowHost,
    { closeLabel: messages.close, outline, availableBounds, dock: launcher.dock, emit: emitGuarded },
    signal,
  );
  watchPolicy(signal);
  const login = createLogin(context.config);
  // The form asks members for no name.
  login.token().catch(() => {});
  const outbox = createServiceOutbox(api, login, chunks, updateGuard);
  shadowHost.root.addEventListener('input', updateGuard);
  updateGuard();
  const uiContext: UiContext = {
    ...chunks,
    login,
    outline,
    dialogs,
    outbox,
    drafts,
    closePanel: () => panel.close(),
  };
  const commentFlow = createCommentFlow(context, uiContext);
  const panel = createPanel(context, uiContext, pins, commentFlow.pick, () => {
    dialogs.close();
    threads.closeList();
  });
  const threads = createThreads(api, uiContext, commentFlow, pins, panel);
  return { ...uiContext, commentFlow, threads, hasUnsaved };
}
