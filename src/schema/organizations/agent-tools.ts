import type { AgentTool } from '../operation.ts';

export const WHOAMI: AgentTool = {
  name: 'whoami',
  title: 'What this access token can do',
  description:
    'Lists the organizations and projects of the access token with their environments; inProjects has the actions that it ' +
    'has in each project of the organization. Call this first: the other tools need the id of a project. For further ' +
    'organizations, send endCursor as after; call_operation has projects and environments for further ones of these.',
  isReadOnly: true,
  document: `query ($first: Int = 25, $after: String) {
    organizations(first: $first, after: $after) {
      nodes {
        id name role
        inProjects: projects(first: 1) { nodes { viewerActions } }
        projects(first: 25) {
          nodes { id name environments(first: 5) { nodes { id name kind url } pageInfo { hasNextPage } } }
          pageInfo { hasNextPage endCursor }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};
