import { builder } from '../builder.ts';

/** Readable by everyone who shares an organization with the user. */
export const UserType = builder.prismaObject('User', {
  description: 'A person with an account.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    email: t.exposeString('email', { description: 'E-mail address, in lowercase.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
  }),
});
