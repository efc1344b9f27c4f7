import sharp from 'sharp';
import type { Mail } from '../../src/infrastructure/mail/mailer.ts';
import { createSignedLinks } from '../../src/infrastructure/secrets/signed-links.ts';
import { notificationMail } from '../../src/resolvers/addons/notifications/mail-content.ts';
import type { MailedNotification } from '../../src/resolvers/addons/notifications/pending-mails.ts';
import type { VisitorNews } from '../../src/resolvers/addons/notifications/pending-visitor-mails.ts';
import { type News, visitorMail } from '../../src/resolvers/addons/notifications/visitor-mail-content.ts';
import * as accountMails from '../../src/resolvers/platform/mail/account-mails.ts';
import { invitationMail } from '../../src/resolvers/platform/mail/invitation-mail.ts';
import { integrationDisabledMail, webhookDisabledMail } from '../../src/resolvers/platform/mail/webhook-mails.ts';

const BASE_URL = 'https://feedback.example.com';
const ID = '019a0000-0000-7000-8000-000000000001';
const TO = 'grace@example.com';
const LONG_URL = `https://shop.example/${'a-long-path-without-a-break/'.repeat(6)}`;

const ctx = {
  services: {
    config: { http: { baseUrl: BASE_URL } },
    links: createSignedLinks(['a secret of the samples']),
    objectUrls: { urlOf: (name: string) => `${BASE_URL}/objects/${name}` },
  },
} as unknown as Parameters<typeof visitorMail>[0];

const NOTIFICATION = {
  id: ID,
  kind: 'reply',
  createdAt: new Date(0),
  projectId: ID,
  projectName: 'Corner shop',
  membershipId: ID,
  annotationId: ID,
  commentId: ID,
  deploymentId: null,
  number: 12,
  excerpt: '4f2a91c',
  actorId: ID,
  actorName: 'Ada Lovelace',
  readAt: null,
  mailTopic: ID,
  userId: ID,
  isGuest: false,
  isOfOtherVisitor: null,
  email: TO,
  organizationName: 'Corner shop & sons',
  title: 'The button should say “Shop tableware”, as in the header',
  content: 'Done on staging. It now says:\n\nShop tableware',
  url: LONG_URL,
  status: 'in_progress',
  resolution: null,
  dueOn: '2026-12-01',
} as MailedNotification;

const NEWS: VisitorNews = {
  eventId: ID,
  kind: 'reply',
  email: TO,
  projectName: 'Corner shop',
  number: 12,
  url: LONG_URL,
  isKnownPage: true,
  words: 'The button should say “Shop tableware”, as in the header, and not “Go”',
  content: `Thanks. This page shows it: ${LONG_URL}`,
  authorName: 'Ada Lovelace',
  isOfOtherVisitor: false,
  files: [{ id: ID, name: 'mock-up.png', isOfMember: true }],
};

/** One mail of each kind, by name. */
export async function sampleMails(): Promise<Record<string, Mail>> {
  const picture = async (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#36c' } })
      .png()
      .toBuffer();
  const wide = await picture(1120, 300);
  const proof = { code: `pbc_${'a'.repeat(43)}`, picture: { caption: 'Left: before. Right: after.', image: wide } };
  const of = (...more: Partial<MailedNotification>[]) =>
    more.map((each, index) => ({ ...NOTIFICATION, ...each, id: `${ID}${index}` })) as [MailedNotification];
  const thread = (...more: Partial<MailedNotification>[]) =>
    notificationMail(ctx, [{ topic: ID, notifications: of(...more), picture: wide }]);
  const visitor = (...news: Partial<VisitorNews>[]) => news.map((each) => ({ ...NEWS, ...each })) as News;
  const invited = {
    email: TO,
    organization: 'Corner shop & sons',
    inviter: { name: 'Ada Lovelace', email: 'ada@shop.example' },
  };
  return {
    replies: thread({}, { actorName: 'Charles', content: 'Looks right.' }),
    comment: thread({ kind: 'annotation', commentId: null, content: NOTIFICATION.title }),
    status: thread({ kind: 'status' }, { kind: 'due' }, { kind: 'regressed' }),
    digest: notificationMail(ctx, [
      {
        topic: 'daily',
        notifications: of({}, { annotationId: null, number: null, kind: 'import' }),
      },
    ]),
    deployment: thread({ kind: 'deployment', annotationId: null, number: null, deploymentId: ID, actorName: null }),
    'own proof': notificationMail(ctx, [{ topic: ID, notifications: of({ kind: 'own_proof' }), proof }]),
    'several own proofs': notificationMail(ctx, [
      { topic: ID, notifications: of({ kind: 'own_proof' }), proof },
      { topic: 'other', notifications: of({ kind: 'own_proof', number: 13, title: 'Too dark' }), proof },
    ]),
    'reply to a visitor': visitorMail(ctx, [{ annotationId: ID, code: proof.code, news: visitor({}) }]),
    'proof for a visitor': visitorMail(ctx, [
      { annotationId: ID, code: proof.code, news: visitor({ kind: 'resolved' }, { kind: 'proof' }), proof },
    ]),
    'several comments of a visitor': visitorMail(ctx, [
      { annotationId: ID, code: proof.code, news: visitor({ kind: 'resolved' }, { kind: 'proof' }), proof },
      { annotationId: ID, code: proof.code, news: visitor({ number: 13, words: null, isKnownPage: false }) },
    ]),
    invitation: invitationMail({ ...invited, role: 'editor', projects: [] }, 'token', BASE_URL),
    'invitation of a guest': invitationMail(
      { ...invited, role: 'guest', projects: ['Corner shop', 'Blog'], inviter: null },
      'token',
      BASE_URL,
    ),
    'password reset': accountMails.passwordResetMail(TO, 'token', BASE_URL),
    verification: accountMails.verificationMail(TO, 'token', BASE_URL),
    'changed password': accountMails.passwordChangedMail(TO),
    'changed address': accountMails.emailChangedMail(TO),
    webhook: webhookDisabledMail(TO, { host: 'hooks.example', organization: 'Corner shop', reason: 'failing' }),
    integration: integrationDisabledMail(TO, {
      name: 'Issues',
      provider: 'GitHub',
      organization: 'Corner shop',
      reason: 'refused',
    }),
  };
}
