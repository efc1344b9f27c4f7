import { afterEach, expect, test } from 'vitest';
import { createMailer, isPermanentFailure } from '../../../src/infrastructure/mail/mailer.ts';
import { createLogger } from '../../../src/infrastructure/telemetry/logger.ts';
import { startSmtpServer } from '../../support/servers/smtp-server.ts';

let server: Awaited<ReturnType<typeof startSmtpServer>> | undefined;
afterEach(() => server?.close());

async function start(...behavior: Parameters<typeof startSmtpServer>) {
  server = await startSmtpServer(...behavior);
  return server;
}

const MAIL = { subject: 'Grüße\r\nBcc: eve@example.com', text: 'Hello', html: '<p>Hello</p>' };
const mailer = (smtpUrl: string) => createMailer({ smtpUrl, from: 'Pinbound <from@example.com>', dataDir: '/unused' });

test('sends a mail to one recipient, as text and HTML, without header injection by its subject', async () => {
  const { url, lines } = await start();
  await mailer(url).send({ to: 'ada@example.com', ...MAIL });
  expect(lines).toContain('MAIL FROM:<from@example.com>');
  expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.com>']);
  expect(lines).toEqual(expect.arrayContaining(['From: Pinbound <from@example.com>', 'To: ada@example.com']));
  expect(lines).toEqual(expect.arrayContaining(['Hello', '<p>Hello</p>']));
  expect(lines.filter((line) => line.startsWith('Bcc'))).toEqual([]);
});

test('sends pictures in the mail, its sender, and the headers to unsubscribe with one click', async () => {
  const { url, lines } = await start();
  const html = '<img src="cid:picture@pinbound">';
  const picture = { id: 'picture@pinbound', content: Buffer.from([0x89, 0x50, 0x4e, 0x47]) };
  const unsubscribeUrl = `https://pinbound.example/unsubscribe?token=${'a'.repeat(100)}`;
  await mailer(url).send({
    to: 'ada@example.com',
    ...MAIL,
    html,
    pictures: [picture],
    senderName: 'Ada "B" via Shop',
    unsubscribeUrl,
  });
  const message = lines.join('\n').replaceAll(/\n[ \t]+/g, ' ');
  expect(message).toContain('\nContent-Type: image/png; name=picture-1.png\nContent-ID: <picture@pinbound>\n');
  expect(message).toContain('\nContent-Disposition: inline; filename=picture-1.png\n\niVBORw==\n');
  expect(message).toContain('\nFrom: "Ada \\"B\\" via Shop" <from@example.com>\n');
  expect(message).toContain(`\nList-Unsubscribe: <${unsubscribeUrl}>\n`);
  expect(message).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
});

test('throws if the server rejects the mail or is unreachable', async () => {
  const { url } = await start('550 unknown');
  await expect(mailer(url).send({ to: 'ada@example.com', ...MAIL })).rejects.toThrow('550');
  await expect(mailer('smtp://127.0.0.1:1').send({ to: 'ada@example.com', ...MAIL })).rejects.toThrow();
});

test.each(['greeting', 'text'] as const)(
  'a server that closes after the %s has not taken the mail, which is sent again',
  async (closesAfter) => {
    const { url, lines } = await start(undefined, closesAfter);
    const error = await mailer(url)
      .send({ to: 'ada@example.com', ...MAIL })
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(isPermanentFailure(error)).toBe(false);
    // The job repeats it a minute later, not the connection.
    expect(lines.filter((line) => line === 'DATA').length).toBeLessThanOrEqual(1);
  },
);

test('mails share a connection, and one that the server has closed is replaced', async () => {
  const { url, lines, connections, disconnect } = await start();
  const { send, close } = mailer(url);
  await send({ to: 'ada@example.com', ...MAIL });
  await send({ to: 'eve@example.com', ...MAIL });
  expect(connections()).toBe(1);
  disconnect();
  await send({ to: 'joe@example.com', ...MAIL });
  expect(connections()).toBe(2);
  close();
  expect(lines.filter((line) => line.startsWith('RCPT')).map((line) => line.slice(9, 12))).toEqual([
    'ada',
    'eve',
    'joe',
  ]);
  expect(lines.filter((line) => line === '<p>Hello</p>')).toHaveLength(3);
});

test('a refused mail does not affect the next one over the same connection', async () => {
  const { url, lines, connections } = await start('550 5.1.1 no such user');
  const { send } = mailer(url);
  for (let sent = 0; sent < 2; sent += 1) {
    await expect(send({ to: 'ada@example.com', ...MAIL })).rejects.toThrow('550');
  }
  expect(connections()).toBe(1);
  expect(lines.filter((line) => line.startsWith('RCPT'))).toHaveLength(2);
});

test('a server that accepts the mail and closes the connection has taken it', async () => {
  const { url, lines } = await start(undefined, 'acceptance');
  await mailer(url).send({ to: 'ada@example.com', ...MAIL });
  expect(lines.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
});

const refusal = async (response: string): Promise<unknown> => {
  const { url } = await start(response);
  return mailer(url)
    .send({ to: 'ada@example.com', ...MAIL })
    .catch((error: unknown) => error);
};

test('throws errors that contain no recipient', async () => {
  const error = await refusal('550 5.1.1 <ada@example.com>: ada is unknown here');
  expect(error).toMatchObject({
    code: 'EENVELOPE',
    responseCode: 550,
    message: 'the mail server replied 550 to RCPT TO',
  });
  const shown: string[] = [];
  createLogger('warn', { write: (line) => void shown.push(line) }).warn({ err: error }, 'not sent');
  expect(shown.join()).toContain('RCPT TO');
  expect(shown.join()).not.toContain('ada');
});

test.each([
  ['550 5.1.1 no such user', true],
  ['553-5.1.2 no\r\n553 5.1.2 such domain', true],
  ['550 unknown', false],
  ['554 5.7.1 relay access denied', false],
  ['450 4.1.1 come again', false],
  ['451 4.7.1 greylisted', false],
])('the reply "%s" to the recipient is permanent: %s', async (response, expected) => {
  expect(isPermanentFailure(await refusal(response))).toBe(expected);
});
