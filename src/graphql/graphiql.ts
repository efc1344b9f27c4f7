import type { GraphiQLOptions } from 'graphql-yoga';
import type { Services } from '../context.ts';
import type { Demo } from '../resolvers/addons/demo/ensure-demo.ts';

/**
 * Initial content of GraphiQL. With a demo, it has a token and a document that subscribes to the
 * demo project.
 */
export function graphiqlOptions(services: Services, demo: Demo | undefined) {
  const title = 'Pinbound GraphQL';
  if (!demo) return { title, defaultQuery: LOGIN_DOCUMENT };
  const ownHostname = new URL(services.config.http.baseUrl).hostname;
  return async (request: Request): Promise<GraphiQLOptions> => {
    const { hostname } = new URL(request.url);
    // Under a foreign name that resolves here, the page with its token would belong to that origin.
    if (hostname !== ownHostname && !LOCAL_HOST.test(hostname)) return { title, defaultQuery: LOGIN_DOCUMENT };
    const token = await services.accessTokens.sign(demo.userId, demo.tokenGeneration);
    return {
      title,
      defaultQuery: demoDocument(demo.projectId),
      headers: JSON.stringify({ Authorization: `Bearer ${token}` }),
      shouldPersistHeaders: false,
    };
  };
}

/** Names and addresses that do not come from a third party's DNS. */
const LOCAL_HOST = /^(localhost|[\d.]+|\[[\da-f:.]+\])$/;

const LOGIN_DOCUMENT = `# Log in, then add the token to Headers below:
# {"Authorization": "Bearer <ACCESS_TOKEN>"}

mutation LogIn($email: String!, $password: String!) {
  login(email: $email, password: $password) {
    accessToken
  }
}
`;

const demoDocument = (projectId: string) => `# Headers below contain a token of the demo user, valid for 15 minutes.
# Run "Follow", then add a comment on /demo.

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
