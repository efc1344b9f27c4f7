import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createMailer } from '../../../src/infrastructure/mail.ts';

let server: Server | undefined;
afterEach(() => new Promise<void>((closed) => (server ? server.close(() => closed()) : closed())));

/** Speaks as much SMTP as one mail needs. @returns its URL and the lines that it was sent */
async function startSmtpServer(answerToRecipient = '250 ok'): Promise<{ url: string; lines: string[] }> {
  const lines: string[] = [];
  server = createServer((socket) => {
    let inData = false;
    const answer = (line: string): string | undefined => {
      if (inData) {
        inData = line !== '.';
        return inData ? undefined : '250 taken';
      }
      inData = line === 'DATA';
      if (inData) return '354 go on';
      if (line === 'QUIT') return '221 bye';
      return line.startsWith('RCPT') ? answerToRecipient : '250 ok';
    };
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const received = (rest + data).split('\r\n');
      rest = received.pop() ?? '';
      for (const line of received) {
        lines.push(line);
        const reply = answer(line);
        if (reply) socket.write(`${reply}\r\n`);
      }
    });
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, lines };
}

const MAIL = { subject: 'Grüße\r\nBcc: eve@example.com', text: 'Hello', html: '<p>Hello</p>' };
const mailer = (smtpUrl: string) => createMailer({ smtpUrl, from: 'Pinbound <from@example.com>', dataDir: '/unused' });

test('a mail goes to one recipient, as text and as HTML, and its subject adds no header', async () => {
  const { url, lines } = await startSmtpServer();
  await mailer(url).send({ to: 'ada@example.com', ...MAIL });
  expect(lines).toContain('MAIL FROM:<from@example.com>');
  expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.com>']);
  expect(lines).toEqual(expect.arrayContaining(['From: Pinbound <from@example.com>', 'To: ada@example.com']));
  expect(lines).toEqual(expect.arrayContaining(['Hello', '<p>Hello</p>']));
  expect(lines.filter((line) => line.startsWith('Bcc'))).toEqual([]);
});

test('a server that refuses the mail, or is not there, is an error', async () => {
  const { url } = await startSmtpServer('550 unknown');
  await expect(mailer(url).send({ to: 'ada@example.com', ...MAIL })).rejects.toThrow('550');
  await expect(mailer('smtp://127.0.0.1:1').send({ to: 'ada@example.com', ...MAIL })).rejects.toThrow();
});
