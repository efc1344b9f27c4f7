import { changePassword } from '../../resolvers/core/auth/change-password.ts';
import { confirmPasswordReset } from '../../resolvers/core/auth/confirm-password-reset.ts';
import { requestPasswordReset } from '../../resolvers/core/auth/request-password-reset.ts';
import { builder } from '../builder.ts';
import { operation } from '../operation.ts';

const tag = 'Auth';

const PasswordResetRequest = builder.objectRef<{ accepted: true }>('PasswordResetRequest').implement({
  description: 'Says that a mail is on its way if the address has an account, and nothing more.',
  fields: (t) => ({ accepted: t.exposeBoolean('accepted', { description: 'Always true.' }) }),
});

const PasswordChange = builder.objectRef<{ changed: true }>('PasswordChange').implement({
  description: 'Confirms that a new password holds.',
  fields: (t) => ({ changed: t.exposeBoolean('changed', { description: 'Always true.' }) }),
});

const NEW_PASSWORD = '8–200 characters; the most common passwords are refused.';

builder.mutationField('requestPasswordReset', (t) =>
  t.field({
    type: PasswordResetRequest,
    description:
      'Mails a token that sets a new password. Every address gets the same answer, with an account or without.',
    args: { email: t.arg.string({ required: true, description: 'E-mail address of the account.' }) },
    extensions: operation({
      rest: { method: 'POST', path: '/auth/password-reset', status: 202, tag, auth: 'none' },
      throttle: 'auth',
    }),
    resolve: (_root, args, ctx) => requestPasswordReset(ctx, args),
  }),
);

builder.mutationField('confirmPasswordReset', (t) =>
  t.field({
    type: PasswordChange,
    description: 'Sets a new password with a mailed token and ends every session of the user.',
    args: {
      token: t.arg.string({ required: true, description: 'From the mail. It works once, within an hour.' }),
      password: t.arg.string({ required: true, description: NEW_PASSWORD }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/auth/password-reset/confirm', tag, auth: 'none' },
      throttle: 'auth',
    }),
    resolve: (_root, args, ctx) => confirmPasswordReset(ctx, args),
  }),
);

builder.mutationField('changePassword', (t) =>
  t.field({
    type: PasswordChange,
    description: "Changes the calling user's password and ends its other sessions.",
    args: {
      currentPassword: t.arg.string({ required: true, description: 'The password until now.' }),
      newPassword: t.arg.string({ required: true, description: NEW_PASSWORD }),
      refreshToken: t.arg.string({ description: 'The session of this token stays. Default: none stays.' }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/auth/change-password', tag },
      throttle: 'auth',
    }),
    resolve: (_root, args, ctx) => changePassword(ctx, args),
  }),
);
