import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { createOutboundClient } from '../outbound/client.ts';

/** Time for an answer, ms: models on small machines are slow. */
const DEADLINE_MS = 30_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Tokens of an answer: a small JSON object. */
const MAX_TOKENS = 300;

/** The endpoint does not answer, or not as its interface says. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}

/** Client of the operator's model: the chat completions of an interface like that of OpenAI. */
export interface ModelClient {
  /** Name of the model. */
  name: string;
  /**
   * @returns text of the answer, which is not to be trusted
   * @throws ModelUnavailable
   */
  ask(messages: { instruction: string; data: string }): Promise<string>;
  close(): void;
}

const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()),
});

/** Creates the client if an endpoint is configured. */
export function openModelClient(
  settings: Config['model'],
  { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {},
): ModelClient | undefined {
  if (!settings) return undefined;
  const { url, key, name } = settings;
  // The operator chose the address, which may be in the own network.
  const outbound = createOutboundClient({
    policy: 'open',
    deadlineMs,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  });
  return {
    name,
    async ask({ instruction, data }) {
      const body = JSON.stringify({
        model: name,
        messages: [
          { role: 'system', content: instruction },
          { role: 'user', content: data },
        ],
        temperature: 0,
        max_tokens: MAX_TOKENS,
        response_format: { type: 'json_object' },
      });
      const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
      const response = await outbound
        .send({ url: `${url}/chat/completions`, headers, body, once: true })
        .catch((cause: unknown) => {
          throw new ModelUnavailable(cause instanceof Error ? cause.message : 'no response', { cause });
        });
      if (response.status !== 200) throw new ModelUnavailable(`the endpoint responded with ${response.status}`);
      const parsed = completion.safeParse(parseJson(response.body.toString('utf8')));
      if (!parsed.success) throw new ModelUnavailable('the response is not a chat completion');
      return parsed.data.choices[0].message.content;
    },
    close: outbound.close,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
