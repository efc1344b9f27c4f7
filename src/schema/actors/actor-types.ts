import type { Actor, PROGRAM_KINDS, Program, Visitor } from '../../resolvers/core/annotations/actors.ts';
import { shownAddress } from '../../resolvers/platform/policies/access.ts';
import { builder } from '../builder.ts';
import { withTypeName } from '../with-type-name.ts';

interface ActorRow {
  id: string | null;
  email: string | null;
  name: string | null;
}

/** Implemented by the types of those who write. */
export const ActorInterface = builder.interfaceRef<ActorRow>('Actor').implement({
  description: 'Somebody who writes: a user, a visitor or a program.',
  // The order is that of User in REST.
  fields: (t) => ({
    id: t.exposeID('id', { nullable: true, description: 'UUID of the user or the access token; null for a visitor.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'E-mail address, if there is one. Guests see only their own.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Display name, if known.' }),
  }),
});

const ProgramKindEnum = builder.enumType('ProgramKind', {
  description: 'Kind of a program.',
  values: {
    personal_token: { description: 'An access token with the rights of a user.' },
    project_token: { description: 'An access token with rights of its own, also of a pipeline.' },
    connected_app: { description: 'An app that a user connected.' },
  } as const satisfies Record<(typeof PROGRAM_KINDS)[number], object>,
});

/** Readable by members above guest. */
export const ProgramType = builder.objectRef<Program & { email: null }>('Program').implement({
  description: 'A program that writes: an access token or a connected app.',
  interfaces: [ActorInterface],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the access token, as in `via`.' }),
    email: t.string({ nullable: true, description: 'Null: programs have no address.', resolve: () => null }),
    name: t.exposeString('name', { description: 'Display name.' }),
    kind: t.expose('kind', { type: ProgramKindEnum, description: 'Kind of the program.' }),
  }),
});

builder.objectRef<Visitor & { id: null }>('Visitor').implement({
  description: 'A visitor of a website, as known from what was written.',
  interfaces: [ActorInterface],
  fields: (t) => ({
    id: t.id({ nullable: true, description: 'Null: visitors have no account.', resolve: () => null }),
    email: t.string({
      nullable: true,
      description: 'E-mail address, if given. Null for guests.',
      resolve: ({ email }, _args, ctx) => shownAddress(ctx, null, email),
    }),
    name: t.exposeString('name', { nullable: true, description: 'Display name, if given.' }),
  }),
});

/** Returns the row of an actor, marked with its type. */
export function typedActor(actor: Actor | null): ActorRow | null {
  const [[type, row] = []] = Object.entries(actor ?? {});
  return type === undefined ? null : (withTypeName(row, type) as ActorRow);
}
