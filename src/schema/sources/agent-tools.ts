import type { AgentTool } from '../operation.ts';

export const LOCATE: AgentTool = {
  name: 'locate',
  title: 'Locate the code of an element',
  description:
    'Lists files that may contain the code of the element of a comment, the most probable first, with the reason and a ' +
    'confidence from 0 to 1: by the manifest of the build plugin that a pipeline uploaded, and by files that the page named. ' +
    'Without a candidate, search the code for the texts and names of the element.',
  isReadOnly: true,
  document: `query ($id: ID!) {
    locate(id: $id) {
      annotationId commit
      candidates { untrustedFile: file line column untrustedComponent: component by confidence reason untrustedUrl: url }
    }
  }`,
};
