import type { AgentTool } from '../operation.ts';

export const WHOAMI: AgentTool = {
  name: 'whoami',
  title: 'What this access token can do',
  description:
    'Lists the projects of the access token with their environments, and the actions that it has in each. Call this first: ' +
    'the other tools need the id of a project.',
  isReadOnly: true,
  document: `{
    organizations(first: 20) {
      nodes {
        id name role
        projects(first: 25) {
          nodes { id name viewerActions environments(first: 10) { nodes { id name kind url } } }
          pageInfo { hasNextPage }
        }
      }
    }
  }`,
};
