import type { Member } from './member.ts';

/** A member, as the audit trail names it. */
export const memberTarget = ({ id, email }: Pick<Member, 'id' | 'email'>) => ({ type: 'member', id, name: email });
