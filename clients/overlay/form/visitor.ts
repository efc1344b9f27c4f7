import { isRecord } from '../service/is-record.ts';
import { plainJson } from '../service/plain-json.ts';

/** Who writes, as far as they said. */
export interface Visitor {
  readonly name: string;
  readonly email: string;
  /** They asked to be known on this device next time. */
  readonly isRemembered: boolean;
}

const KEY = 'svc-overlay';
const NOBODY: Visitor = { name: '', email: '', isRemembered: false };

/** Storage is touched only for visitors who asked for it: reading finds nothing for the others. */
export function recallVisitor(): Visitor {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!isRecord(stored)) return NOBODY;
    const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 254) : '');
    return { name: text(stored.name), email: text(stored.email), isRemembered: true };
  } catch {
    return NOBODY;
  }
}

/** Keeps the visitor on this device, or forgets them. Where storage is closed, nothing is kept. */
export function keepVisitor({ name, email, isRemembered }: Visitor): void {
  try {
    if (isRemembered) localStorage.setItem(KEY, plainJson({ name, email }));
    else localStorage.removeItem(KEY);
  } catch {
    // A page that is not allowed to store keeps nobody.
  }
}
