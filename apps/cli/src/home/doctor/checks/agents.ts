import { listFailingAgents } from '@agent-home/platform';
import { preview } from '../../../terminal/untrusted-text.ts';
import { type DoctorCheck, ok, warning } from './check.ts';

/** Agents whose latest mirrored runs failed, on any machine. */
export const agentCheck: DoctorCheck = {
  name: 'agents',
  async run({ connection }) {
    const [first, ...more] = await listFailingAgents(connection.database);
    if (!first) return ok('no agent that mirrors its runs is failing');
    const { agent_id, code, failed_runs, since, run_id, remedy } = first;
    const others = more.length === 0 ? '' : `, and ${more.length} more agents`;
    return warning(
      `${preview(agent_id, 100)}: ${failed_runs} runs failed since ${since} [${preview(code, 60)}]${others}`,
      `${remedy} (run ${preview(run_id, 80)})`,
    );
  },
};
