import type { Service } from '../service/service';

export interface Voice {
  /** True if the API has an operation to answer the agent with. */
  readonly canBeAnswered: boolean;
  works(): void;
  /** Its turn is over. */
  answers(text: string): void;
  /** Its turn is over, too: it needs to know something. */
  asks(text: string): void;
  /** It needs consent to a command. */
  waitsFor(command: string, summary: string): void;
}

/** The voice for the API that a conversation was started in. */
export function voiceIn(service: Service, id: string): Voice {
  if (service.agents.get(id)) return voiceOnAgentServer(service, id);
  const conversation = service.conversations.find((one) => one.id === id);
  return conversation?.sandboxId === undefined ? voiceInV0(service, id) : voiceInV1(service, id);
}

/** The interface has the status alone. What is said is on the conversation's page. */
function voiceInV0(service: Service, id: string): Voice {
  const state = () => service.conversations.find((one) => one.id === id)?.state;
  const begin = () => {
    if (state() === 'STARTING') service.advance(id);
  };
  return {
    canBeAnswered: false,
    works: begin,
    answers: (text) => {
      service.note(id, text);
      begin();
      service.advance(id);
    },
    asks: (text) => service.note(id, text),
    waitsFor: (command, summary) => service.note(id, `${summary}: ${command}?`),
  };
}

function voiceInV1(service: Service, id: string): Voice {
  const { events, startTasks } = service;
  const turn = (execution: string) => startTasks.report(id, { sandbox: 'RUNNING', execution });
  return {
    canBeAnswered: true,
    works: () => turn('running'),
    answers: (text) => {
      service.note(id, text);
      events.finish(id, text);
      turn('finished');
    },
    asks: (text) => {
      service.note(id, text);
      events.say(id, text);
      turn('finished');
    },
    waitsFor: (command, summary) => {
      service.note(id, `${summary}: ${command}?`);
      events.act(id, { kind: 'TerminalAction', command }, { summary, security_risk: 'HIGH' });
      turn('waiting_for_confirmation');
    },
  };
}

function voiceOnAgentServer({ agents }: Service, id: string): Voice {
  return {
    canBeAnswered: true,
    works: () => agents.report(id, 'running'),
    answers: (text) => {
      agents.events.finish(id, text);
      agents.report(id, 'finished');
    },
    asks: (text) => {
      agents.events.say(id, text);
      agents.report(id, 'finished');
    },
    waitsFor: (command, summary) => {
      agents.events.act(id, { kind: 'TerminalAction', command }, { summary, security_risk: 'HIGH' });
      agents.report(id, 'waiting_for_confirmation');
    },
  };
}
