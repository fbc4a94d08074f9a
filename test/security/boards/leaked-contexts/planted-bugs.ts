import {
  changesIn,
  insertAfter,
  insertBefore,
  type Mutation,
  replace,
  within,
} from '../../../meta/source-mutations/changes.ts';

const inRuntime = changesIn('packages/agent-runtime');
const inRuntimeNode = changesIn('packages/runtime-node');
const read = '(await this.#read(scope.agent, signal))';

/** Ways in which a context could hold another agent's data; each is a bug that the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'all-sessions-are-one',
    changes: [
      inRuntimeNode(
        'FileRunStore.list',
        replace(
          'filter.sessionId === undefined || sessionId === filter.sessionId',
          'sessionId !== undefined',
        ),
      ),
    ],
    harm: 'a session begins with what was said in another',
  },
  {
    name: 'a-session-is-its-name-alone',
    changes: [
      inRuntimeNode('rememberedRun', replace('(first !== agent && !hasOthers)', "first === ''")),
      inRuntime('agentContext', replace('agent === started.agent', "agent !== ''")),
    ],
    harm: 'an agent is told what another said in a session that is named alike',
  },
  {
    name: 'a-transcript-is-kept-by-its-session-s-name',
    changes: [
      inRuntimeNode(
        'rememberedRun',
        insertBefore(
          'lastTurns(messages, isCompaction ? 1 : turns)',
          '((rememberedRun as any).kept ??= {})[sessionId] ??=',
        ),
      ),
    ],
    harm: 'whoever asks first decides what all sessions of that name begin with',
  },
  {
    name: 'the-model-that-stands-in-is-asked-the-latest-question',
    changes: [
      inRuntimeNode(
        'createModelPort',
        insertAfter(
          'const configured = await find(request.provider, request.model, request.settingsKey);',
          '(createModelPort as any).latest = request;',
        ),
      ),
      inRuntimeNode(
        'readAttempt',
        within(
          'toOptions(…)',
          replace('request', '(asked.name === request.model ? request : (createModelPort as any).latest)'),
        ),
      ),
    ],
    harm: 'while one agent waits for another model, it is asked what somebody else wants to know',
  },
  {
    name: 'everybody-s-memory-is-one',
    changes: [
      inRuntimeNode(
        'FileMemoryStore.inScope',
        replace(
          read,
          "(await this.#read('everybody', signal)).map((entry) => ({ ...entry, agent: scope.agent, session_id: scope.session }))",
        ),
      ),
      inRuntimeNode('FileMemoryStore.getFolder', within('….encode(agent)', replace('agent', "'everybody'"))),
      inRuntimeNode(
        'FileMemoryStore.memorize',
        within('JSON.stringify(entry)', replace('entry', "{ ...entry, agent: 'everybody' }")),
      ),
    ],
    harm: 'an agent remembers what another was told',
  },
  {
    name: 'a-memory-forgets-its-session',
    changes: [
      inRuntimeNode(
        'FileMemoryStore.inScope',
        insertAfter(read, '.map((entry) => ({ ...entry, session_id: scope.session }))'),
      ),
    ],
    harm: 'what was said in one session is remembered in another',
  },
  {
    name: 'a-block-of-memory-is-kept-by-its-size',
    changes: [
      inRuntime(
        'memoryText',
        insertBefore('const ofEntries = …;', 'const blocks = ((memoryText as any).blocks ??= []);'),
        within('recalled.map', replace('recalled', '(blocks[recalled.length] ??= recalled)')),
      ),
    ],
    harm: 'the entries of another run stand in the block',
  },
  {
    name: 'commands-have-the-first-environment',
    changes: [
      inRuntimeNode(
        'createNativeTools',
        insertBefore('processEnvironment(…)', '(createNativeTools as any).first ??='),
      ),
    ],
    harm: 'a command of one agent runs in the environment of another',
  },
  {
    name: 'a-server-s-environment-is-kept-by-its-name',
    changes: [
      inRuntimeNode(
        'getEnvironment',
        insertBefore(
          "withVariables({ name, member: 'env' }, env, environment, vault)",
          '((getEnvironment as any).known ??= {})[name] ??=',
        ),
      ),
    ],
    harm: 'the server of one agent has the key of another',
  },
  {
    name: 'headers-are-kept-by-the-name-of-a-server',
    changes: [
      inRuntimeNode(
        { symbol: 'getHeaders', beside: 'chooseMcpServers' },
        insertBefore('Object.fromEntries(…)', '((getHeaders as any).known ??= {})[name] ??='),
      ),
    ],
    harm: 'one agent reaches a server with the key of another',
  },
  {
    name: 'streams-end-in-one-place',
    changes: [
      inRuntimeNode(
        'CoalescedText.#pending',
        replace(
          "#pending = '';",
          "static all = '';\nget #pending() { return CoalescedText.all; }\nset #pending(text) { CoalescedText.all = text; }",
        ),
      ),
    ],
    harm: 'what one model says stands in the log of another agent’s run',
  },
];
