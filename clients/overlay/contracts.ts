import type { QuoteFunctions } from '../shared/rebind/locate.ts';
import type { SourceHints } from '../shared/source/source-hints.ts';
import type { recordConsole } from './attachments/console-log.ts';
import type { recordFailedRequests } from './attachments/failed-requests.ts';
import type { Annotation, RawAnnotation } from './feed/annotation.ts';
import type { Feed } from './feed/feed.ts';
import type { Messages, PinMessages, UiMessages } from './i18n/messages.ts';
import type { DraftStore } from './outbox/draft-store.ts';
import type { Outbox, PendingComment } from './outbox/outbox.ts';
import type { PickedTarget } from './picker/anchor.ts';
import type { Pin, Pins } from './pins/pins.ts';
import type { OverlayConfig } from './public-api/config.ts';
import type { Emit } from './public-api/events.ts';
import type { Request } from './service/request.ts';
import type { RequestError } from './service/request-error.ts';
import type { Dialogs } from './shadow-host/dialogs.ts';
import type { Functions } from './shadow-host/elements.ts';
import type { Launcher } from './shadow-host/launcher.ts';
import type { Outline } from './shadow-host/outline.ts';
import type { ShadowHost } from './shadow-host/shadow-host.ts';
import type { Placement, Visitor } from './visitor/storage.ts';

/** Created at boot and passed to every chunk. */
export interface OverlayContext {
  readonly config: OverlayConfig;
  readonly language: string;
  readonly dom: Functions;
  readonly shadowHost: ShadowHost;
  readonly launcher: Launcher;
  readonly feed: Feed;
  readonly request: Request;
  /** The page's `fetch`, or the browser's if the page has another function of that name. */
  readonly fetch: typeof fetch;
  /** Headers of requests for the list. The visitor chunk adds the tokens of own comments. */
  readonly listHeaders: Record<string, string>;
  /** True if the visitor has hidden the pins of resolved comments, when the page was opened. */
  readonly hidesResolved: boolean;
  /** True if a member has used the panel on this device, when the page was opened. */
  readonly isMember: boolean;
  readonly emit: Emit;
  readonly consoleLog: ReturnType<typeof recordConsole>;
  readonly failedRequests: ReturnType<typeof recordFailedRequests>;
  isLoaded(chunk: keyof Chunks): boolean;
  /**
   * Loads a chunk.
   *
   * @param isRequested true when a person waits for the chunk and has to be informed of a failure.
   * @returns null when the chunk cannot be loaded or the overlay was destroyed in the meantime.
   */
  load<C extends keyof Chunks>(chunk: C, isRequested: boolean): Promise<Chunks[C] | null>;
  /**
   * Runs an action of the app and loads everything that opens. Further calls are ignored until
   * then.
   *
   * @param what the argument of `open()` for the same action.
   */
  press(action: (app: App) => void, what: string): void;
  readonly signal: AbortSignal;
}

/** The same, with what the app adds. */
export interface AppContext extends OverlayContext {
  /** The button that opens the list, beside the one that starts a comment. */
  readonly badge: HTMLButtonElement;
}

/** Chunks that are loaded on first use, by name, with what each exports. */
export interface Chunks extends LanguageChunks {
  readonly app: { startApp(context: OverlayContext, messages: PinMessages): App };
  readonly ui: { createUi(api: AppApi, chunks: UiChunks, pins: Pins): Ui };
  readonly quotes: QuoteFunctions;
  readonly visitor: { startVisitor(context: OverlayContext): VisitorThreads };
  /** Only for pages that name their code. It shares nothing with the other chunks. */
  readonly 'source-hints': { sourceHints(element: Element): SourceHints };
}

type LanguageChunks = Readonly<Record<`${string}-pins`, { readonly default: PinMessages }>> &
  Readonly<Record<`${string}-ui`, { readonly default: UiMessages }>>;

/** Chunks that the user interface needs. */
export interface UiChunks {
  readonly messages: Messages;
  readonly quotes: QuoteFunctions;
  readonly visitor: VisitorThreads;
}

/** The pins, and the actions that load the user interface. */
export interface App {
  /** Replaces the annotations that are shown as pins. */
  show(annotations: readonly RawAnnotation[], failure: RequestError | null): void;
  /** Starts the picker, or ends it. */
  toggle(): void;
  toggleList(): void;
  open(what: string): void;
  close(): void;
  /** Handles a change of the address: a form with text stays open, and so does the picker. */
  handleNavigation(): void;
  /** Looks for what no event reports; called every second. */
  tick(): void;
  /** True while a comment, a reply or a draft exists that is not stored yet. */
  hasUnsaved(): boolean;
}

/** Callbacks that the lazily loaded chunks use to reach the app. */
export interface AppApi {
  readonly context: AppContext;
  /** Why the list could not be fetched; null when it was. */
  failure(): RequestError | null;
  /** Comments and replies that are not stored yet. */
  pending(): readonly PendingComment[];
  /** Handles a comment that was stored; `url` is the address at which it was written. */
  onStored(stored: unknown, url: string): void;
  /** Schedules repositioning of everything that follows an element of the page. */
  scheduleReposition(): void;
  /** Updates everything that shows annotations or pending comments. */
  refresh(): void;
}

/** Created with the user interface and passed to the comment form and the threads. */
export interface UiContext extends UiChunks {
  readonly login: Login;
  readonly outline: Outline;
  readonly dialogs: Dialogs;
  readonly outbox: Outbox;
  readonly drafts: DraftStore;
  closePanel(): void;
}

/** Everything that opens: comment form, threads and list. */
export interface Ui extends UiContext {
  readonly commentFlow: CommentFlow;
  readonly threads: Threads;
  /** True while a comment, a reply or a draft exists that is not stored yet. */
  hasUnsaved(): boolean;
}

/** The steps from the button to a stored comment. */
export interface CommentFlow {
  /** Starts the picker, or ends it. */
  toggle(): void;
  /** Ends the picker. */
  stop(): void;
  /** Starts the picker for another purpose than a new comment. */
  pick(hint: string): Promise<PickedTarget | null>;
  /** Opens the form of a comment that waits to be sent. */
  reopen(comment: PendingComment): void;
}

/** Dialogs that show the thread of a pin, or the pins of a cluster. */
export interface ThreadDialogs {
  /** Opens the pin's thread, or closes it when it is open already. */
  openPin(pin: Pin): void;
  /** Scrolls to the pin, if it has a position, and opens its thread. */
  reveal(pin: Pin): void;
  /** Lists the pins of a cluster. */
  openCluster(pins: readonly Pin[], at: HTMLButtonElement): void;
  /** Opens the thread with a number; with the code of a mail, as its visitor. */
  follow(link: string): Promise<void>;
  /** Updates the open thread; closes it when its annotation is gone. */
  refresh(): void;
}

/** The list of the page's comments, and their threads. */
export interface Threads extends ThreadDialogs {
  /** @param what `panel` opens the panel also for those who are not known as members. */
  openList(what?: string): void;
  closeList(): void;
  toggleList(): void;
  /** Width of the open list, in pixels; 0 when it is closed. */
  listWidth(): number;
}

/** Access token that the page gives. */
export interface Login {
  /** True once the page has given a token. */
  isMember(): boolean;
  /**
   * Returns the token; null for visitors: without the option, or if the page's function returned
   * null first.
   *
   * @throws {RequestError} while the page's function fails, and 401 when its login has ended.
   */
  token(): Promise<string | null>;
}

/** The service's list and threads for members, in a frame. */
export interface Panel {
  readonly isOpen: boolean;
  /** False for visitors, and where the panel could not be loaded. */
  isForMember(): Promise<boolean>;
  /** @param id comment to show; empty for the list. */
  open(id: string): void;
  close(): void;
  /** Reports a changed address to the panel. */
  refresh(): void;
}

/** Threads of the visitor's own comments, and the visitor's name and address. */
export interface VisitorThreads {
  /** False if the browser stores nothing, so that the tokens are lost with the page. */
  canStore(): boolean;
  profile(): Visitor;
  saveProfile(visitor: Visitor): void;
  saveShowsResolved(isShown: boolean): void;
  /** Placement of the panel; empty if no member has used it on this device. */
  panel(): Placement | '';
  savePanel(placement: Placement | ''): void;
  /** True if this device has a token of the annotation. */
  isOwn(id: string): boolean;
  /** Stores the token of the visitor's annotation; ignores other values. */
  keep(id: string, token: unknown): void;
  /** Notes that the visitor has read all replies. */
  markSeen(annotation: Annotation): void;
  /**
   * Marks the pins of threads with answers that the visitor has not seen.
   *
   * @returns text to append to the label of the list's button; empty without such threads.
   */
  updateNews(pins: readonly Pin[], label: string): string;
  /** Sends a request with the token of an annotation. Rejects with a RequestError. */
  send(id: string, path: string, method: string, body?: object, idempotencyKey?: string): Promise<unknown>;
}
