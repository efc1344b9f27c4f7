import { createHmac } from 'node:crypto';
import { Pool } from 'undici';

/**
 * Baseline of webhook delivery: undici posts a body repeatedly with both signatures of webhooks,
 * with the service's number of concurrent requests per host, without database, queue, DNS checks
 * and limits. Started with URL, COUNT, BODY, SECRET and CONNECTIONS; prints the requests per
 * second.
 */
const { URL: url = '', BODY: body = '', SECRET: secret = '' } = process.env;
const [count, connections] = [Number(process.env.COUNT), Number(process.env.CONNECTIONS)];
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections });
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
let remaining = count;

async function send(): Promise<void> {
  while (remaining > 0) {
    remaining -= 1;
    const id = `evt_${String(remaining).padStart(32, '0')}`;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const response = await pool.request({
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
    await response.body.dump();
    if (response.statusCode !== 204)
      throw new Error(`the receiver responded with ${response.statusCode}; expected 204`);
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: connections }, send));
process.stdout.write(`${(count / (performance.now() - started)) * 1000}\n`);
await pool.close();
