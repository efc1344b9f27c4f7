import { isRecord, toPlainJson } from '../service/json.ts';

/** Name and email address of a visitor; empty when not given. */
export interface Visitor {
  readonly name: string;
  readonly email: string;
  /** True when the visitor asked to be remembered on this device. */
  readonly isRemembered: boolean;
}

const KEY = 'svc-overlay';
const ANONYMOUS: Visitor = { name: '', email: '', isRemembered: false };

/** Reads the remembered visitor. Nothing is stored for visitors who did not ask for it. */
export function loadVisitor(): Visitor {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!isRecord(stored)) return ANONYMOUS;
    const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 254) : '');
    return { name: text(stored.name), email: text(stored.email), isRemembered: true };
  } catch {
    return ANONYMOUS;
  }
}

/** Remembers the visitor on this device, or forgets them. */
export function saveVisitor({ name, email, isRemembered }: Visitor): void {
  try {
    if (isRemembered) localStorage.setItem(KEY, toPlainJson({ name, email }));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked; nothing is remembered then.
  }
}
