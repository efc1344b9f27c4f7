import { exchangeVisitorCode, type VisitorAccess } from '../../resolvers/core/annotations/visitor-codes.ts';
import { builder } from '../builder.ts';
import { addMutation } from '../define-operation.ts';

const VisitorAccessType = builder.objectRef<VisitorAccess>('VisitorAccess').implement({
  description: "A visitor's access to the thread of an annotation.",
  fields: (t) => ({
    annotationId: t.exposeID('annotationId', { description: 'UUID of the annotation.' }),
    number: t.exposeInt('number', { description: 'Number of the annotation in its project, from 1.' }),
    visitorToken: t.exposeString('visitorToken', {
      description: 'Token of the visitor, for the header x-visitor-token, valid for 180 days. Shown once.',
    }),
  }),
});

addMutation('exchangeVisitorCode', {
  type: VisitorAccessType,
  description:
    'Exchanges the code in the link of a mail for a token of the visitor who wrote the annotation. BAD_USER_INPUT for ' +
    'an invalid or expired code.',
  args: builder.args((t) => ({
    code: t.string({
      required: true,
      description:
        'Code from the mail: the part of the fragment parameter pinbound after the dot. It is valid for 30 days, on every device.',
    }),
  })),
  rest: {
    method: 'POST',
    path: '/annotations/public/visitor-token',
    status: 201,
    tag: 'Public',
    auth: 'none',
    errorStatuses: [403],
  },
  throttle: 'auth',
  resolve: exchangeVisitorCode,
});
