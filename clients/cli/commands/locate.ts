import { type CodePlace, codePlaces } from '../code-places.ts';
import { type Call, type Command, EXIT } from '../command.ts';
import { findAnnotation } from '../find-annotation.ts';
import { safeLine } from '../terminal-text.ts';
import { ServiceError, UsageError } from '../world.ts';

/** Finds the code of the element of a comment in the working tree. */
export const locate: Command = {
  usage: '<NUMBER>',
  description: 'Find the code of the element of a comment in the folder.',
  help: [
    'The most probable file is first: by the id of the build plugin pinbound-source, by files that',
    'the page named, or by names and texts of the element. Nothing of the code is sent.',
  ],
  async run(call) {
    const { positionals, print } = call;
    const [name, ...others] = positionals;
    if (name === undefined || others.length > 0) throw new UsageError('expected: pinbound locate <NUMBER>');
    const { number, places } = await locateComment(call, name);
    print.json({ number, places });
    for (const { file, line, reason, confidence } of places) {
      const place = line === null ? file : `${file}:${line}`;
      print.line(`${String(Math.round(confidence * 100)).padStart(3)} %  ${safeLine(place)}  ${safeLine(reason, 100)}`);
    }
    if (places.length === 0) {
      print.line(`Nothing in this folder names the element of #${number}. Its selector: pinbound show ${number}`);
    }
    return EXIT.fine;
  },
};

/**
 * Finds the code of the element of a comment.
 *
 * @throws UsageError, ServiceError, PinboundError
 */
export async function locateComment(call: Call, name: string): Promise<{ number: number; places: CodePlace[] }> {
  const client = call.settings.client();
  const id = await findAnnotation(client, call, name);
  const { annotation } = await client.query({
    annotation: {
      $: { id },
      number: true,
      element: true,
      diagnostics: { elementId: true, source: { file: true, line: true, component: true } },
    },
  });
  if (!annotation) throw new ServiceError('Annotation not found');
  const { number, element, diagnostics } = annotation;
  const { elementId, source: hints = [] } = diagnostics ?? {};
  return { number, places: await codePlaces(call.world, { element: Object(element), elementId, hints }) };
}
