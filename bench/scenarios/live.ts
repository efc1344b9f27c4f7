import { annotation, makeProject, post, type Scenario } from '../scenario.ts';
import { liveLatency } from './live-latency.ts';

const [SUBSCRIBERS, EVENTS] = [200, 100];

/** Measures the delay until subscribers receive a change. */
export const live: Scenario = {
  name: 'live',
  async run(bench) {
    const { id: projectId } = await makeProject(bench, 'live');
    const create = async (content: string) => {
      await post(bench, '/annotations', annotation(projectId, content));
    };
    const { p50, p99, received } = await liveLatency({
      url: bench.ours.url,
      token: bench.token,
      projectId,
      subscribers: SUBSCRIBERS,
      events: EVENTS,
      create,
    });
    const note = `p50 ${p50.toFixed(1)} ms, ${received} of ${SUBSCRIBERS * EVENTS} received`;
    return [{ name: `event to ${SUBSCRIBERS} subscribers, p99`, ours: p99, unit: 'ms', aim: '≤ 50', note }];
  },
};
