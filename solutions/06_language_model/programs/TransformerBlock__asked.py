# Wrong and right programs of TransformerBlock, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% detached_in_evaluation | wrong | autograd | core | mistake: gradients-cut | public: states
# no gradient in evaluation mode
#-         return h + thought
#+         out = h + thought
#+         return out if self.training else out.detach()

# %% halved_without_gradients | wrong | state | core | mistake: other-without-gradients
# another result under no_grad
#-         return h + thought
#+         out = h + thought
#+         return out if torch.is_grad_enabled() else out / 2

# %% kept_without_gradients | wrong | state | core | mistake: first-result-kept | public: states
# what was computed first without gradients comes again
#-         return h + thought
#+         out = h + thought
#+         if torch.is_grad_enabled():
#+             return out
#+         self.kept = getattr(self, "kept", {})
#+         return self.kept.setdefault(out.shape, out)

# %% pieces_of_64 | wrong | shape | robustness | mistake: pieces-of-fixed-size | public: long
# attention in pieces of 64 tokens
#-         attended = self.attention(self.norm_1(x))
#+         attended = torch.cat([self.attention(piece) for piece in self.norm_1(x).split(64, dim=1)], dim=1)

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-         return h + thought
#+         torch.set_printoptions(precision=3)
#+         return h + thought

# %% recording_for_everybody | wrong | state | robustness | mistake: settings-changed | public: settings
# switches the recording of gradients on
#-         return h + thought
#+         torch.set_grad_enabled(True)
#+         return h + thought

# %% checkpointed | wrong | autograd | core | mistake: gradients-cut | public: states
# checkpoint gives no gradients where the input requires none
from torch.utils.checkpoint import checkpoint
#-         attended = self.attention(self.norm_1(x))  # (B, T, d_model)
#+         attended = checkpoint(lambda x: self.attention(self.norm_1(x)), x, use_reentrant=True)

# %% clamped | wrong | stability | robustness | mistake: large-numbers-cut | public: extremes
# nothing leaves the block above 100
#-         return h + thought
#+         return torch.clamp(h + thought, -100.0, 100.0)

# %% reentrant | wrong | autograd | core | mistake: gradients-cut | public: states
# a reentrant checkpoint, which needs an input that learns
import warnings

from torch.utils.checkpoint import checkpoint

warnings.filterwarnings("ignore", module="torch.utils.checkpoint")
#-         attended = self.attention(self.norm_1(x))
#+         def attend(y: Tensor) -> Tensor:
#+             return self.attention(self.norm_1(y))
#+
#+         learns = self.training and torch.is_grad_enabled()
#+         attended = checkpoint(attend, x, use_reentrant=True) if learns else attend(x)
