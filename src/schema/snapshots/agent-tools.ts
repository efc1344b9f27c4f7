import type { AgentTool } from '../operation.ts';

export const SEE_PAGE: AgentTool = {
  name: 'see_page',
  title: 'See a page',
  description:
    'Sends the latest capture of a page from the top, and lists the comments on it with their places, in CSS pixels of the ' +
    'capture. For a part further down, name its top as from.',
  isReadOnly: true,
  needsAlso: ['annotation.read'],
  pictures: 'always',
  maxText: 120,
  document: `query ($projectId: ID!, $url: String!, $environmentId: ID, $viewportWidth: Int) {
    snapshots(projectId: $projectId, url: $url, environmentId: $environmentId, viewportWidth: $viewportWidth,
      status: completed, limit: 1) {
      data {
        id createdAt untrustedUrl: url untrustedTitle: title viewport { width height deviceScaleFactor } height
        environment { id name } picturePage: imageUrl
        pins(first: 25) { nodes { state box { x y width height } annotation { id number status untrustedText: content } } }
      }
    }
  }`,
};
