import { isRecord, toPlainJson } from '../../shared/json.ts';
import { record } from '../../shared/rebind/fingerprint/stored.ts';
import type { OverlayConfig } from '../public-api/config.ts';
import { projectOf, STORAGE_KEY } from './stored-tokens.ts';

/** Name and email address of a visitor; empty when not given. */
export interface Visitor {
  readonly name: string;
  readonly email: string;
  /** False when the visitor refused to be remembered on this device. */
  readonly isRemembered: boolean;
}

/** Place of the panel in the window: at its edge, or above the button. */
export type Placement = 'docked' | 'floating';

/**
 * Token of the visitor's comment, and the time of the last reply that the visitor saw; empty if
 * none.
 */
export type OwnThread = readonly [token: string, seenUntil: string];

/** Annotation ids with their tokens, oldest first. */
export type OwnThreads = Readonly<Record<string, OwnThread>>;

/** The service accepts as many tokens in a request. */
const MAX_THREADS = 50;

/**
 * Holds everything once the browser has rejected a write: storage is blocked or full. Module state,
 * so that it survives `destroy()` and a new `init()`.
 */
let memory: Record<string, unknown> | null = null;

/** False if the browser stores nothing, so that all is lost with the page. */
export const canStore = (): boolean => memory === null;

/** Another tab may have written meanwhile, so nothing is cached. */
function read(): Record<string, unknown> {
  try {
    return memory ?? record(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return {};
  }
}

function write(state: Record<string, unknown>): void {
  memory = null;
  try {
    if (Object.keys(state).length > 0) localStorage.setItem(STORAGE_KEY, toPlainJson(state));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    memory = state;
  }
}

/** Reads the remembered visitor. Of others, only the refusal is stored: a name of null. */
export function loadVisitor(): Visitor {
  const { name, email } = read();
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 254) : '');
  return { name: text(name), email: text(email), isRemembered: name !== null };
}

/** Remembers the visitor on this device, or forgets them. */
export function saveVisitor({ name, email, isRemembered }: Visitor): void {
  const { name: _name, email: _email, ...others } = read();
  write({ ...others, ...(isRemembered ? { name, email } : { name: null }) });
}

/** Stores whether the pins of resolved comments are shown, which is the default. */
export function saveShowsResolved(isShown: boolean): void {
  const { hideResolved: _replaced, ...others } = read();
  write({ ...others, ...(!isShown && { hideResolved: true }) });
}

/** Reads the placement of the project's panel; empty if no member has used it on this device. */
export function loadPanel(config: OverlayConfig): Placement | '' {
  return (record(read().panels)[projectOf(config)] as Placement | undefined) || '';
}

/** Stores the placement, or forgets that a member has used panels. */
export function savePanel(config: OverlayConfig, placement: Placement | ''): void {
  const { panels, ...others } = read();
  write({ ...others, ...(placement && { panels: { ...record(panels), [projectOf(config)]: placement } }) });
}

/** Reads the own threads of the project. */
export function loadThreads(config: OverlayConfig): OwnThreads {
  const threads = Object.entries(record(record(read().threads)[projectOf(config)]));
  return Object.fromEntries(
    threads.flatMap(([id, value]) =>
      isRecord(value) && typeof value[0] === 'string' ? [[id, [value[0], String(value[1] ?? '')]]] : [],
    ),
  );
}

/** Stores a thread as the newest one; drops the oldest of more than {@link MAX_THREADS}. */
export function saveThread(config: OverlayConfig, id: string, thread: OwnThread): void {
  const state = read();
  const { [id]: _replaced, ...others } = loadThreads(config);
  const kept = Object.entries({ ...others, [id]: thread }).slice(-MAX_THREADS);
  write({ ...state, threads: { ...record(state.threads), [projectOf(config)]: Object.fromEntries(kept) } });
}
