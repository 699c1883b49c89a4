import { Component, type ReactNode } from "react";

interface Props {
  readonly children: ReactNode;
  readonly onReset: () => void;
}

interface State {
  readonly fault?: string | undefined;
}

/** A screen that fails takes no other with it: what happened is said, and the way back is open. */
export class Guard extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): { readonly fault: string } {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    const reset = () => {
      this.props.onReset();
      this.setState({ fault: undefined });
    };
    return (
      <main className="page">
        <div className="inner stack" role="alert">
          <h1>This screen has failed</h1>
          <p className="muted">{fault}</p>
          <p>Your table, your edits and the other screens are as they were.</p>
          <div>
            <button type="button" className="primary" onClick={reset}>
              Back to the data
            </button>
          </div>
        </div>
      </main>
    );
  }
}
