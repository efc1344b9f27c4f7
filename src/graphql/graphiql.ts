import type { GraphiQLOptions } from 'graphql-yoga';
import type { Demo } from '../resolvers/addons/demo/ensure-demo.ts';
import type { Services } from '../services.ts';

/**
 * What GraphiQL opens with. With a demo it is logged in, and its first document follows the demo project live: press
 * play, then leave a comment on the demo page.
 */
export function graphiqlOptions(services: Services, demo: Demo | undefined) {
  const title = 'Pinbound GraphQL';
  if (!demo) return { title, defaultQuery: LOGIN };
  const ownName = new URL(services.config.http.baseUrl).hostname;
  return async (request: Request): Promise<GraphiQLOptions> => {
    const { hostname } = new URL(request.url);
    // A name that somebody else points here makes this page one of theirs, to read.
    if (hostname !== ownName && !LOCAL.test(hostname)) return { title, defaultQuery: LOGIN };
    const token = await services.accessTokens.sign(demo.userId, demo.tokenGeneration);
    return {
      title,
      defaultQuery: followDemo(demo.projectId),
      headers: JSON.stringify({ Authorization: `Bearer ${token}` }),
      shouldPersistHeaders: false,
    };
  };
}

/** Names and addresses that no name server of a stranger gives. */
const LOCAL = /^(localhost|[\d.]+|\[[\da-f:.]+\])$/;

const LOGIN = `# Log in, then put the token into Headers below:
# {"Authorization": "Bearer <ACCESS_TOKEN>"}

mutation LogIn($email: String!, $password: String!) {
  login(email: $email, password: $password) {
    accessToken
  }
}
`;

const followDemo = (projectId: string) => `# Headers below hold a token of the demo login, good for 15 minutes.
# Play "Follow", then leave a comment on /demo.

subscription Follow {
  annotationChanged(projectId: "${projectId}") {
    kind
    annotation {
      number
      content
      status
      url
    }
  }
}

query List {
  annotations(projectId: "${projectId}", first: 10) {
    nodes {
      id
      number
      content
      status
      commentCount
    }
  }
}
`;
