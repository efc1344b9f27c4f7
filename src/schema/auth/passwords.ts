import { changePassword } from '../../resolvers/core/auth/change-password.ts';
import { confirmPasswordReset } from '../../resolvers/core/auth/confirm-password-reset.ts';
import { requestPasswordReset } from '../../resolvers/core/auth/request-password-reset.ts';
import { builder } from '../builder.ts';
import { addMutation } from '../define-operation.ts';

const tag = 'Auth';

const PasswordResetRequest = builder.objectRef<{ accepted: true }>('PasswordResetRequest').implement({
  description: 'Acknowledgment of a password reset request. It does not reveal whether the address has an account.',
  fields: (t) => ({ accepted: t.exposeBoolean('accepted', { description: 'Always true.' }) }),
});

const PasswordChange = builder.objectRef<{ changed: true }>('PasswordChange').implement({
  description: 'Confirmation of a password change.',
  fields: (t) => ({ changed: t.exposeBoolean('changed', { description: 'Always true.' }) }),
});

const NEW_PASSWORD = '8–200 characters; very common passwords are rejected.';

addMutation('requestPasswordReset', {
  type: PasswordResetRequest,
  description: 'Sends a password reset token by e-mail. The response is the same for addresses without an account.',
  args: builder.args((t) => ({
    email: t.string({ required: true, description: 'E-mail address of the account.' }),
  })),
  rest: { method: 'POST', path: '/auth/password-reset', status: 202, tag, auth: 'none' },
  throttle: 'auth',
  resolve: requestPasswordReset,
});

addMutation('confirmPasswordReset', {
  type: PasswordChange,
  description: 'Sets a new password with a reset token and ends all sessions of the user.',
  args: builder.args((t) => ({
    token: t.string({
      required: true,
      description: 'Reset token from the e-mail. It can be used once, within an hour.',
    }),
    password: t.string({ required: true, description: NEW_PASSWORD }),
  })),
  rest: { method: 'POST', path: '/auth/password-reset/confirm', tag, auth: 'none' },
  throttle: 'auth',
  resolve: confirmPasswordReset,
});

addMutation('changePassword', {
  type: PasswordChange,
  description: 'Changes the password of the authenticated user and ends their other sessions.',
  args: builder.args((t) => ({
    currentPassword: t.string({ required: true, description: 'Current password.' }),
    newPassword: t.string({ required: true, description: NEW_PASSWORD }),
    refreshToken: t.string({ description: 'Refresh token of the session to keep. Default: all sessions end.' }),
  })),
  rest: { method: 'POST', path: '/auth/change-password', tag },
  throttle: 'auth',
  resolve: changePassword,
});
