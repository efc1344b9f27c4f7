import { confirmEmailVerification, requestEmailVerification } from '../../resolvers/core/auth/email-verification.ts';
import { builder } from '../builder.ts';
import { addMutation } from '../define-operation.ts';

const tag = 'Auth';

const EmailVerificationRequest = builder.objectRef<{ accepted: true }>('EmailVerificationRequest').implement({
  description: 'Acknowledgment of a request for a verification mail.',
  fields: (t) => ({ accepted: t.exposeBoolean('accepted', { description: 'Always true.' }) }),
});

const EmailVerificationResult = builder.objectRef<{ verified: true }>('EmailVerification').implement({
  description: 'Confirmation of a verified e-mail address.',
  fields: (t) => ({ verified: t.exposeBoolean('verified', { description: 'Always true.' }) }),
});

addMutation('requestEmailVerification', {
  type: EmailVerificationRequest,
  description:
    "Sends a mail with a link that verifies the authenticated user's e-mail address, valid for a day. CONFLICT for a " +
    'verified address; RATE_LIMITED after MAIL_ADDRESS_LIMIT mails of a day (UTC).',
  rest: { method: 'POST', path: '/auth/email-verification', status: 202, tag },
  throttle: 'auth',
  resolve: requestEmailVerification,
});

addMutation('confirmEmailVerification', {
  type: EmailVerificationResult,
  description: 'Verifies an e-mail address with the token from the mail.',
  args: builder.args((t) => ({
    token: t.string({
      required: true,
      description: 'Token from the e-mail. It can be used once, within a day, while the account has the address.',
    }),
  })),
  rest: { method: 'POST', path: '/auth/email-verification/confirm', tag, auth: 'none' },
  throttle: 'auth',
  resolve: confirmEmailVerification,
});
