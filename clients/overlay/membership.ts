import type { Desk } from './desk.ts';
import type { Member } from './member.ts';
import { Failure } from './service/failure.ts';

/** Who reads and writes here. */
export interface Membership {
  /** Null for visitors, and until it is known who this is. */
  member(): Member | null;
  /** Waits until it is known. Throws a {@link Failure} while it cannot be. */
  findMember(): Promise<Member | null>;
}

/** Asks who this is, where the page gave a token. */
export function startMembership({ stage, refresh }: Desk): Membership {
  const { config, request, load, signal } = stage;
  let member: Member | null = null;
  let ask: (() => Promise<Member | null>) | null = null;
  const onFound = (found: Member | null) => {
    member = found;
    refresh();
  };
  const findMember = async () => {
    if (!config.accessToken) return null;
    const part = await load('member', false);
    if (!part) throw new Failure(0);
    ask ??= part.lookForMember(config, request, onFound, signal);
    return ask();
  };
  findMember().catch(() => {});
  return { member: () => member, findMember };
}
