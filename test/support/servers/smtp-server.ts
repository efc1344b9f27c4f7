import { type AddressInfo, createServer } from 'node:net';

const TAKEN = '250 taken';

/**
 * Starts an SMTP server that accepts one mail per connection.
 * @param closesAfter part after which it closes the connection; after `acceptance` it has taken the
 *   mail
 * @returns its URL and the received lines
 */
export async function startSmtpServer(
  recipientReply = '250 ok',
  closesAfter?: 'greeting' | 'text' | 'acceptance',
): Promise<{ url: string; lines: string[]; close(): Promise<void> }> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    const replyTo = (line: string): string | undefined => {
      if (inData) {
        inData = line !== '.';
        if (!inData && closesAfter === 'text') socket.destroy();
        return inData ? undefined : TAKEN;
      }
      inData = line === 'DATA';
      if (inData) return '354 go on';
      if (line === 'QUIT') return '221 bye';
      return line.startsWith('RCPT') ? recipientReply : '250 ok';
    };
    let rest = '';
    socket.write('220 test\r\n');
    if (closesAfter === 'greeting') socket.end();
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const received = (rest + data).split('\r\n');
      rest = received.pop() ?? '';
      for (const line of received) {
        lines.push(line);
        const reply = replyTo(line);
        if (reply) socket.write(`${reply}\r\n`);
        if (reply === TAKEN && closesAfter === 'acceptance') socket.end();
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  return { url: `smtp://127.0.0.1:${port}`, lines, close };
}
