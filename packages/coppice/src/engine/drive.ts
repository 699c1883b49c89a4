import type { Answer, AsyncEngine, Conversation, Engine } from "./port.js";

/** Runs a conversation with a synchronous engine. */
export function drive<T>(conversation: Conversation<T>, engine: Engine): T {
  let step = conversation.next();
  while (!step.done) {
    let answer: Answer;
    try {
      answer = engine.answer(step.value);
    } catch (error) {
      closeWith(conversation, error);
      throw error;
    }
    step = conversation.next(answer);
  }
  return step.value;
}

/** Runs the same conversation with an asynchronous engine, such as a database. */
export async function driveAsync<T>(conversation: Conversation<T>, engine: AsyncEngine): Promise<T> {
  let step = conversation.next();
  while (!step.done) {
    let answer: Answer;
    try {
      answer = await engine.answer(step.value);
    } catch (error) {
      closeWith(conversation, error);
      throw error;
    }
    step = conversation.next(answer);
  }
  return step.value;
}

/** Lets the conversation's own `finally` blocks run before the error propagates. */
function closeWith<T>(conversation: Conversation<T>, error: unknown): void {
  try {
    conversation.throw(error);
  } catch {
    // The caller throws it again.
  }
}
