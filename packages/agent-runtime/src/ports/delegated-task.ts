/** Task for another agent, as a model states it. */
export interface DelegatedTask {
  agent: string;
  task: string;
}
