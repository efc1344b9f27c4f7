import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail that the server accepted. */
interface AcceptedMail {
  recipient: string;
  /** Message with its headers; line breaks of quoted-printable are joined. */
  text: string;
}

/** SMTP server that keeps what it accepts, from several connections at once. */
export interface MailSink {
  url: string;
  mails: AcceptedMail[];
  close(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const mails: AcceptedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    let rest = '';
    let recipient = '';
    let message: string[] | undefined;
    const replyTo = (line: string): string | undefined => {
      if (message && line !== '.') {
        message.push(line);
        return undefined;
      }
      if (message) {
        mails.push({ recipient, text: message.join('\n').replaceAll('=\n', '') });
        message = undefined;
        return '250 accepted';
      }
      if (line.startsWith('RCPT')) recipient = /<(.*)>/.exec(line)?.[1] ?? '';
      if (line === 'DATA') {
        message = [];
        return '354 send it';
      }
      return line === 'QUIT' ? '221 bye' : '250 ok';
    };
    socket.write('220 sink\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const lines = (rest + data).split('\r\n');
      rest = lines.pop() ?? '';
      for (const reply of lines.map(replyTo)) if (reply) socket.write(`${reply}\r\n`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
