import { shownAddress } from '../../resolvers/platform/policies/access.ts';
import { ActorInterface } from '../actors/actor-types.ts';
import { builder } from '../builder.ts';

/** Readable by everyone who shares an organization with the user. */
export const UserType = builder.prismaObject('User', {
  interfaces: [ActorInterface],
  description: 'A person with an account, or the service account of a project token.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    email: t.string({
      nullable: true,
      description: 'E-mail address, in lowercase. Null for service accounts; guests see only their own.',
      select: { id: true, email: true },
      resolve: ({ id, email }, _args, ctx) => shownAddress(ctx, id, email),
    }),
    name: t.exposeString('name', { description: 'Display name.' }),
  }),
});
