import { type AddressInfo, createServer, type Socket } from 'node:net';

const TAKEN = '250 taken';

/**
 * Starts an SMTP server that accepts every mail.
 * @param closesAfter part after which it closes the connection; after `acceptance` it has taken the
 *   mail
 * @returns its URL, the received lines, the count of connections, and what ends the present ones
 */
export async function startSmtpServer(
  recipientReply = '250 ok',
  closesAfter?: 'greeting' | 'text' | 'acceptance',
): Promise<{ url: string; lines: string[]; connections(): number; disconnect(): void; close(): Promise<void> }> {
  let connections = 0;
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
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
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      disconnect();
    });
  return { url: `smtp://127.0.0.1:${port}`, lines, connections: () => connections, disconnect, close };
}
