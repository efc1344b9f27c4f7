import { createHmac } from 'node:crypto';
import { Pool } from 'undici';

/**
 * The bare limit of sending: undici posts a body again and again, signed both ways as webhooks are, with as many requests at once
 * as the service allows itself for one host. No database, no queue, no look-up, no limits. Started with URL, COUNT, BODY, SECRET and
 * CONNECTIONS; prints how many it sent in a second.
 */
const { URL: url = '', BODY: body = '', SECRET: secret = '' } = process.env;
const [count, connections] = [Number(process.env.COUNT), Number(process.env.CONNECTIONS)];
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections });
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
let left = count;

async function send(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const id = `evt_${String(left).padStart(32, '0')}`;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const answer = await pool.request({
      path: pathname,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-svc-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${standard}`,
      },
      body,
    });
    await answer.body.dump();
    if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`);
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: connections }, send));
process.stdout.write(`${(count / (performance.now() - started)) * 1000}\n`);
await pool.close();
