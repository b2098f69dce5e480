# Week 2: I was ill and did not get to this.
